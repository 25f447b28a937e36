-- Completions of many machines, the latest first, and their number.
create index alarm_trip_completed on alarm_trip (company_id, acknowledged_at desc, alarm_trip_id desc) include (alarm_id)
  where acknowledged_at is not null;
