"""Other people's texts are read, and never imported."""

collect_ignore_glob = ["hands/*"]
