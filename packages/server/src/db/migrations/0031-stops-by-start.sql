-- Excessive stops by their start, with all that the reports show of them: the report of excessive downtime of many machines reads them
-- in this order, without sorting them and without their table. Questions about the end of a stop name the machine.
create index rollup_stop_started on rollup_stop (company_id, started_at, equipment_id) include (ended_at, scheduled_ms, status_interval_id);
drop index rollup_stop_at;
