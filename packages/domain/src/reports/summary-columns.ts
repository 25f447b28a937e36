/** Columns of a summary report as a file, in order, for the export of the page and for the file of a mailed report. */
export const summaryColumns = [
  'kind',
  'unit',
  'name',
  'status',
  'status_since',
  'utilization_pct',
  'is_excluded',
  'run_s',
  'scheduled_s',
  'excessive_s',
  'stops',
  'most_time_lost_to',
  'last_cycle_at',
  'data_pct',
  'exceptions',
] as const
