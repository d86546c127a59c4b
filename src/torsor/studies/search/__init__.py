"""The best design between those that were sampled: evolution, then descent along gradients."""
