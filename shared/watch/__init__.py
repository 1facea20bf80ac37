"""What operators see of a process: figures for Prometheus, whether it lives and is ready, and traces."""
