-- A run that reached its total before the horizon ends at its last cycle there, whose event retention has removed.

-- Instant (epoch ms) of the last cycle of the run before settled_to; null: there is none. That of cycles removed so far is not
-- stored anywhere, so that of their runs is the last instant before the horizon.
alter table run add column settled_last_at bigint;
-- Row-level security would hide the rows from the owner.
alter table run no force row level security;
update run set settled_last_at = least(settled_to - 1, ended_at) where settled_cycles > 0;
alter table run force row level security;
