import { Button } from '../../ui/button.tsx'
import type { StatusInterval } from './queries.ts'
import { UnsentMark, useUnsent } from './unsent.tsx'
import type { Writing } from './use-writing.ts'

/**
 * Button that ignores a stop, or restores an ignored one, at once, with the state of a change that is not stored yet. An ignored
 * stop is left out of the report of excessive stops and of alarms; utilization stays as it is.
 */
export function IgnoreStop({
  stop,
  writing,
}: {
  stop: Pick<StatusInterval, 'id' | 'xsf_report_ignored'>
  writing: Writing
}) {
  const unsent = useUnsent(stop.id, 'ignored')
  const ignored = unsent?.value ?? stop.xsf_report_ignored
  const texts = {
    words: ignored ? 'Restoring' : 'Ignoring',
    expected: ignored,
    done: ignored ? 'Stop restored' : 'Stop ignored',
    failed: ignored ? 'Error restoring the stop' : 'Error ignoring the stop',
  }
  return (
    <>
      <Button
        disabled={writing.isBusy}
        title={
          ignored
            ? 'Counts it among excessive downtimes again'
            : 'Leaves it out of the excessive downtime report and of alarms; utilization stays as it is'
        }
        onClick={() => void writing.write({ xsf_report_ignored: !ignored }, texts)}
      >
        {ignored ? 'Restore' : 'Ignore'}
      </Button>
      <UnsentMark unsent={unsent} />
    </>
  )
}
