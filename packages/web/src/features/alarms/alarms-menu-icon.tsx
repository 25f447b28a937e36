import { useQuery } from '@tanstack/react-query'
import { useIsPageRead } from '../../scope/page-read.ts'
import { useSubject } from '../../scope/subject.ts'
import { AlarmsIcon, MaintenanceIcon } from '../../ui/icons.tsx'
import { alarmSummaryQuery } from './queries.ts'

/** Icon of the submenu Alarms, red while an alarm of the machine, or of a machine under the unit, on screen is tripped. */
export const AlarmsMenuIcon = () => (
  <RedWhile isTripped={useTripped('alarms')}>
    <AlarmsIcon />
  </RedWhile>
)

/**
 * Icon of the page of preventative maintenance, red while maintenance of the machine on screen, or of a machine under the unit on
 * screen, is overdue.
 */
export const MaintenanceMenuIcon = () => (
  <RedWhile isTripped={useTripped('maintenance')}>
    <MaintenanceIcon />
  </RedWhile>
)

function useTripped(kind: 'alarms' | 'maintenance'): boolean {
  const subject = useSubject()
  const enabled = useIsPageRead() && subject !== undefined
  const { data } = useQuery({ ...alarmSummaryQuery(subject ?? { which: 'o', id: 0 }), enabled })
  return (data?.[kind].tripped ?? 0) > 0
}

const RedWhile = ({ isTripped, children }: { isTripped: boolean; children: React.ReactNode }) => (
  <span className={isTripped ? 'alert inline' : 'inline'} data-tripped={isTripped}>
    {children}
    {isTripped && <span className="sr-only">Tripped:</span>}
  </span>
)
