"""The operators' tools: `bin/paternoster`. They read the same settings and the same logs as everything else."""
