"""From uneven, noisy rows to filtered motions and forces on an even grid."""
