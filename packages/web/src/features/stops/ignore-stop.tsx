import type { KnownStretch } from './queries.ts'
import type { Writing } from './use-writing.ts'

/** Leaves a stop out of the report of excessive downtime, the overlay and alarms, or takes it back in. */
export function IgnoreStop({ stop, writing }: { stop: KnownStretch; writing: Writing }) {
  const ignored = stop.xsf_report_ignored
  const said = {
    done: ignored ? 'Stop restored' : 'Stop ignored',
    failed: ignored ? 'Error restoring the stop' : 'Error ignoring the stop',
  }
  return (
    <button
      type="button"
      className="button"
      disabled={writing.isBusy}
      title={
        ignored
          ? 'Counts it among excessive downtimes again'
          : 'Leaves it out of the excessive downtime report and of alarms; utilization stays as it is'
      }
      onClick={() => void writing.write({ xsf_report_ignored: !ignored }, said)}
    >
      {ignored ? 'Restore' : 'Ignore'}
    </button>
  )
}
