"""The health check of a container: whether the service in it says that it is ready. No import beyond what that needs."""

import os
import socket
import sys

with socket.create_connection(
    ("127.0.0.1", int(os.environ["PATERNOSTER_METRICS_PORT"])), timeout=4
) as connection:
    connection.sendall(b"GET /health/ready HTTP/1.0\r\n\r\n")
    answer = b"".join(iter(lambda: connection.recv(4096), b""))
print(answer.decode().rpartition("\r\n")[2])
sys.exit(b" 200 " not in answer.partition(b"\r\n")[0])
