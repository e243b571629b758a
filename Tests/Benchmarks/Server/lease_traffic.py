"""What leases cost a database: nodes renew those of their live sessions each second, and take over those of a node that has died.

    python3 Tests/Benchmarks/Server/lease_traffic.py postgresql://USER@HOST/DATABASE [NODES SESSIONS]

The statements and the table are those of `PostgreSQLStore`, in a schema of its own, which is removed. NODES (10) have SESSIONS
(1,000) each. The time of a renewal, as `psql` reports it, is also the share of a second that a node costs.
"""

import re
import subprocess
import sys

SCHEMA = "verbio_lease_traffic"
TABLE = f"""
DROP SCHEMA IF EXISTS {SCHEMA} CASCADE; CREATE SCHEMA {SCHEMA}; SET search_path = {SCHEMA};
CREATE SEQUENCE fence;
CREATE TABLE lease (
    scope TEXT COLLATE "C" NOT NULL, subject TEXT COLLATE "C" NOT NULL, fence BIGINT NOT NULL, owner TEXT NOT NULL,
    machine TEXT NOT NULL, process BIGINT NOT NULL, expires_at TIMESTAMPTZ NOT NULL, wanted BOOLEAN NOT NULL DEFAULT false,
    PRIMARY KEY (scope, subject)
) WITH (fillfactor = 50);
CREATE INDEX lease_by_owner ON lease (owner);
"""
RENEWAL = """
WITH renewed AS (
    UPDATE lease SET expires_at = clock_timestamp() + make_interval(secs => 15) WHERE owner = '{owner}' RETURNING fence, wanted
) SELECT count(*) FROM renewed;
"""
TAKING = """
INSERT INTO lease (scope, subject, fence, owner, machine, process, expires_at)
VALUES ('local', '{subject}', nextval('fence'), '{owner}', 'm', 1, clock_timestamp() + make_interval(secs => 15))
ON CONFLICT (scope, subject) DO UPDATE SET fence = excluded.fence, owner = excluded.owner, expires_at = excluded.expires_at,
    wanted = false WHERE lease.expires_at < clock_timestamp() + make_interval(secs => 12.5);
"""


def times(address, statements):
    """Milliseconds of each statement, from the shortest to the longest."""
    text = f"SET search_path = {SCHEMA};\n\\timing on\n" + "".join(statements)
    run = subprocess.run(["psql", address, "-qAtX"], input=text, capture_output=True, text=True, check=True)
    return sorted(float(found) for found in re.findall(r"Time: ([0-9.]+) ms", run.stdout))


def report(name, found):
    print(f"{name}: p50 {found[len(found) // 2]:.1f} ms, p99 {found[len(found) * 99 // 100]:.1f} ms, {len(found)} statements")


address = sys.argv[1]
nodes, sessions = (int(sys.argv[2]), int(sys.argv[3])) if len(sys.argv) > 3 else (10, 1_000)
fill = f"""
INSERT INTO lease SELECT 'local', 'c' || number, nextval('fence'), 'node' || (number % {nodes}), 'm', 1, now() + interval '15 s'
FROM generate_series(0, {nodes * sessions - 1}) number;
"""
subprocess.run(["psql", address, "-qX"], input=TABLE + fill, text=True, check=True, stderr=subprocess.DEVNULL)
report(f"renewal of {sessions} leases of one node", times(address, [RENEWAL.format(owner=f"node{n % nodes}") for n in range(20 * nodes)]))
# One node has died 3 s ago. Its clients come to the others.
silent = f"UPDATE {SCHEMA}.lease SET expires_at = now() + interval '12 s' WHERE owner = 'node0';"
subprocess.run(["psql", address, "-qX"], input=silent, text=True, check=True)
report(
    "taking a lease over",
    times(address, [TAKING.format(subject=f"c{n * nodes}", owner=f"node{1 + n % max(1, nodes - 1)}") for n in range(sessions)]))
subprocess.run(["psql", address, "-qX"], input=f"DROP SCHEMA {SCHEMA} CASCADE;", text=True, check=True, stderr=subprocess.DEVNULL)
