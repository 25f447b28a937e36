-- Sums of cycles and of their times become double precision, which adds whole numbers exactly up to 2^53 and cannot overflow;
-- an integer did after three events of 1,000,000,000 cycles each.

alter table rollup_quarter
  alter column cycles type double precision,
  alter column cycle_ms_count type double precision,
  alter column startup_count type double precision,
  alter column outlier_count type double precision,
  alter column cycle_ms_sum type double precision,
  alter column startup_ms_sum type double precision,
  alter column outlier_ms_sum type double precision;

alter table rollup_day
  alter column cycles type double precision,
  alter column cycle_ms_count type double precision,
  alter column startup_count type double precision,
  alter column outlier_count type double precision,
  alter column cycle_ms_sum type double precision,
  alter column startup_ms_sum type double precision,
  alter column outlier_ms_sum type double precision;

alter table rollup_day_shift
  alter column cycles type double precision,
  alter column cycle_ms_count type double precision,
  alter column startup_count type double precision,
  alter column outlier_count type double precision,
  alter column cycle_ms_sum type double precision,
  alter column startup_ms_sum type double precision,
  alter column outlier_ms_sum type double precision;

alter table rollup_week
  alter column cycles type double precision,
  alter column cycle_ms_count type double precision,
  alter column startup_count type double precision,
  alter column outlier_count type double precision,
  alter column cycle_ms_sum type double precision,
  alter column startup_ms_sum type double precision,
  alter column outlier_ms_sum type double precision;

-- The planner has no statistics of a column whose type was changed.
analyze rollup_quarter, rollup_day, rollup_day_shift, rollup_week;
