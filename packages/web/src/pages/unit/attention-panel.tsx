import './attention-panel.css'
import { alarmSummary } from '@millwatch/contract/http/alarms'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { alarmSummaryQuery } from '../../features/alarms/queries.ts'
import type { Summary } from '../../features/reports/summary-query.ts'
import type { MachineTile } from '../../features/tree/types.ts'
import { count, hours, percent, quantity } from '../../lib/format.ts'
import { useDowntimePath } from '../../scope/downtime-path.ts'
import { usePaths } from '../../scope/links.ts'
import { useMay } from '../../scope/rights.ts'
import { ExcessiveIcon, TrippedIcon, WarningIcon } from '../../ui/icons.tsx'
import { Panel } from '../../ui/panel.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { noFilter } from './arrange.ts'
import { needingMachines } from './attention.ts'
import { AlarmLines, AttentionLine, DownLine, MachineLines, NAMED } from './attention-line.tsx'
import { useEquipmentPath } from './use-equipment-path.ts'

const downNow = { ...noFilter, isScheduled: true, statuses: new Set(['down'] as const) }

interface AttentionPanelProps {
  unitId: number
  machines: readonly MachineTile[]
  /** Summary of the unit over the period; undefined until it is read, null for those who may not read it. */
  summary: Summary | undefined | null
}

/**
 * Panel with alarms, machines, stops and maintenance that need somebody, the most urgent first. Each line links to the page on
 * which its cause can be handled. Until alarms and summary are read, it does not say that nothing needs attention.
 */
export function AttentionPanel({ unitId, machines, summary }: AttentionPanelProps) {
  const may = useMay()
  const mayReadAlarms = may(alarmSummary)
  const { data: alarms } = useQuery({
    ...alarmSummaryQuery({ which: 'o', id: unitId }),
    enabled: mayReadAlarms,
  })
  const needing = useMemo(() => needingMachines(machines), [machines])
  const paths = usePaths()
  const pathTo = useEquipmentPath(unitId)
  const unexplained = useMemo(() => unexplainedOf(summary), [summary])
  const downtimePath = useDowntimePath({ which: 'o', id: unitId })
  const urgent = alarms?.alarms.most_urgent ?? []
  const tripped = alarms?.alarms.tripped ?? 0
  const overdue = alarms?.maintenance.tripped ?? 0
  const isRead = summary !== undefined && (alarms !== undefined || !mayReadAlarms)
  const isEmpty =
    tripped + overdue + unexplained.stops === 0 && Object.values(needing).every((list) => list.length === 0)
  return (
    <Panel title="Needs attention">
      {isEmpty && isRead && <p className="muted">Nothing needs attention now</p>}
      <ul className="stack flush attention">
        <AlarmLines alarms={urgent} />
        {tripped > urgent.length && (
          <AttentionLine to={paths.page(`/o/${unitId}/alarms`)} icon={<TrippedIcon />}>
            and {count(tripped - urgent.length)} more {tripped - urgent.length === 1 ? 'alarm' : 'alarms'}
          </AttentionLine>
        )}
        <MachineLines machines={needing.excessive} icon={<ExcessiveIcon />} state="down" />
        {needing.excessive.length > NAMED && (
          <AttentionLine to={pathTo({ filter: { ...noFilter, isExcessive: true } })}>
            and {count(needing.excessive.length - NAMED)} more in excessive downtime
          </AttentionLine>
        )}
        <MachineLines
          machines={needing.offline}
          icon={<StatusMark status="offline" />}
          state="offline while scheduled,"
        />
        {needing.offline.length > NAMED && (
          <AttentionLine
            to={pathTo({ filter: { ...noFilter, isScheduled: true, statuses: new Set(['offline'] as const) } })}
          >
            and {count(needing.offline.length - NAMED)} more offline
          </AttentionLine>
        )}
        <DownLine machines={needing.down} areMore={needing.excessive.length > 0} to={pathTo({ filter: downNow })} />
        {unexplained.stops > 0 && (
          <AttentionLine to={downtimePath(null)} icon={<WarningIcon />}>
            {count(unexplained.stops)} excessive {unexplained.stops === 1 ? 'stop has' : 'stops have'} no reason
            <span className="note"> · {hours(unexplained.seconds)} h of this period</span>
          </AttentionLine>
        )}
        {overdue > 0 && (
          <AttentionLine to={paths.page(`/o/${unitId}/pm`)} icon={<WarningIcon />}>
            {count(overdue)} maintenance overdue
            <span className="note"> · {machineNames(alarms?.maintenance.most_urgent ?? [])}</span>
          </AttentionLine>
        )}
        {needing.under.length > 0 && (
          <AttentionLine to={pathTo({ sort: 'util' })} icon={<span aria-hidden="true">▼</span>}>
            {count(needing.under.length)} {needing.under.length === 1 ? 'machine' : 'machines'} under{' '}
            {targetWords(needing.under)}
            <span className="note"> · lowest {worstNames(needing.under)}</span>
          </AttentionLine>
        )}
      </ul>
    </Panel>
  )
}

/**
 * Returns the number of excessive stops of the period without a reason, and their scheduled seconds; both 0 without a summary.
 */
function unexplainedOf(summary: Summary | undefined | null): { stops: number; seconds: number } {
  const parts = (summary?.equipment ?? []).flatMap(({ excessive }) =>
    excessive.filter((part) => part.status_reason_id === null),
  )
  return {
    stops: parts.reduce((sum, { stops }) => sum + stops, 0),
    seconds: parts.reduce((sum, { scheduled_s: seconds }) => sum + seconds, 0),
  }
}

/** Returns the target of the machines, such as `80 %`; `their targets` if they differ or there are no machines. */
function targetWords(machines: readonly MachineTile[]): string {
  const [first, ...others] = new Set(machines.map(({ target_pct: target }) => target))
  return first === undefined || others.length > 0 ? 'their targets' : `${quantity(first)} %`
}

/** Returns the names of the machines with overdue maintenance, each once, at most three. */
const machineNames = (overdue: readonly { Equipment: { name: string } }[]): string =>
  [...new Set(overdue.map(({ Equipment: { name } }) => `\u2068${name}\u2069`))].slice(0, 3).join(', ')

const worstNames = (machines: readonly MachineTile[]): string =>
  machines
    .slice(0, 3)
    .map((machine) => `\u2068${machine.name}\u2069 ${percent(machine.util_pct, machine.target_pct)}`)
    .join(', ')
