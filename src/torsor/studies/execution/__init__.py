"""Who makes the rows of a work: this process, processes of this machine, a cluster."""
