"""Pairs of a pose's landmarks that drawings connect."""
from .._library import connections

POSE_CONNECTIONS = connections("pose")
