import { Button } from '../../ui/button.tsx'
import type { StatusInterval } from './queries.ts'
import type { Writing } from './use-writing.ts'

/**
 * Button that ignores a stop, or restores an ignored one, and saves at once. An ignored stop is left out of the report of
 * excessive stops and of alarms; utilization stays as it is.
 */
export function IgnoreStop({ stop, writing }: { stop: Pick<StatusInterval, 'xsf_report_ignored'>; writing: Writing }) {
  const ignored = stop.xsf_report_ignored
  const messages = {
    done: ignored ? 'Stop restored' : 'Stop ignored',
    failed: ignored ? 'Error restoring the stop' : 'Error ignoring the stop',
  }
  return (
    <Button
      disabled={writing.isBusy}
      title={
        ignored
          ? 'Counts it among excessive downtimes again'
          : 'Leaves it out of the excessive downtime report and of alarms; utilization stays as it is'
      }
      onClick={() => void writing.write({ xsf_report_ignored: !ignored }, messages)}
    >
      {ignored ? 'Restore' : 'Ignore'}
    </Button>
  )
}
