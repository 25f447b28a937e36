import { type LostDate, lostMsOf, type Shift } from '@millwatch/domain/shifts'
import { useState } from 'react'
import { Link } from 'react-router'
import type { LostRow } from '../../features/reports/lost-time.ts'
import { minuteOfDay } from '../../lib/dates.ts'
import { usePathOver } from '../../scope/links.ts'
import { Button } from '../../ui/button.tsx'
import { ExcessiveIcon, MissingIcon, WarningIcon } from '../../ui/icons.tsx'
import { Meter } from '../../ui/meter.tsx'
import { Table } from '../../ui/table.tsx'
import { type Edge, type EdgeKind, endOf, minutes, startOf } from './lost-words.ts'

/** Number of rows at first, and of further rows by each press of the button below. */
const ROWS = 200

const ORDINALS = ['', '1st', '2nd', '3rd'] as const

interface LostTableProps {
  date: LostDate<LostRow>
  /** Shifts with columns, ascending. */
  shifts: readonly Shift[]
  /** Instant as of which the report was read, epoch ms. */
  asOf: number
  zone: string
}

/** Table of the machines of one date: start and end of their shifts, and their lost time, the largest first. */
export function LostTable({ date, shifts, asOf, zone }: LostTableProps) {
  const [shown, setShown] = useState(ROWS)
  const rows = date.machines.flatMap((machine) => machine.rows)
  const heads = shifts.map((shift) => ({ shift, ...headsOf(rows, shift, zone) }))
  const most = Math.max(1, ...date.machines.map(({ sum }) => lostMsOf(sum)))
  return (
    <>
      <Table
        label="Lost time of the date"
        columns={['Equipment', ...heads.flatMap(({ start, end }) => [start, end]), 'Lost ↓']}
      >
        {date.machines.slice(0, shown).map((machine) => (
          <tr key={machine.equipmentId}>
            <td className="strong any-break">
              <MachineLink rows={machine.rows} />
            </td>
            {heads.flatMap(({ shift, start, end }) => {
              const found = machine.rows.filter((row) => row.shift === shift)
              return [
                <Edges key={start} label={start} edges={found.map((row) => startOf(row, asOf, zone))} />,
                <Edges key={end} label={end} edges={found.map((row) => endOf(row, asOf, zone))} />,
              ]
            })}
            <td data-label="Lost">
              <span className="line">
                <Meter
                  className="lost-meter"
                  label="Share of the largest"
                  value={(lostMsOf(machine.sum) / most) * 100}
                />
                <span className="strong one-line push">{minutes(lostMsOf(machine.sum))}</span>
              </span>
            </td>
          </tr>
        ))}
      </Table>
      {shown < date.machines.length && (
        <Button className="below" onClick={() => setShown(shown + ROWS)}>
          Show {Math.min(ROWS, date.machines.length - shown)} more
        </Button>
      )}
    </>
  )
}

/**
 * Returns the headings of the two columns of a shift. Each has the time of the start or end if it is the same for all machines.
 */
function headsOf(rows: readonly LostRow[], shift: Shift, zone: string): { start: string; end: string } {
  const same = rows.filter((row) => row.shift === shift)
  const only = (times: readonly number[]): string => {
    const different = [...new Set(times.map((at) => minuteOfDay(at, zone)))]
    return different.length === 1 ? ` ${different[0]}` : ''
  }
  const ordinal = ORDINALS[shift]
  return {
    start: `${ordinal} start${only(same.map(({ from }) => from))}`,
    end: `${ordinal} end${only(same.map(({ to }) => to))}`,
  }
}

/** Link to the page of a machine over the time from its first to its last shift of the date; nothing without rows. */
function MachineLink({ rows }: { rows: readonly LostRow[] }) {
  const pathOver = usePathOver()
  const [row] = rows
  if (row === undefined) return null
  const period = { from: Math.min(...rows.map(({ from }) => from)), to: Math.max(...rows.map(({ to }) => to)) }
  return (
    <Link className="any-break" to={pathOver({ which: 'e', id: row.equipmentId }, period)}>
      <bdi>{row.name}</bdi>
    </Link>
  )
}

const icons: Partial<Record<EdgeKind, React.ReactNode>> = {
  late: <WarningIcon />,
  excessive: <ExcessiveIcon />,
  missing: <MissingIcon />,
}
const classes: Record<EdgeKind, string> = {
  good: 'muted',
  open: 'muted',
  late: 'caution medium',
  excessive: 'alert',
  missing: 'alert',
}

/**
 * Cell with the starts, or the ends, of all shifts of a machine with the same number on the date, mostly one; a dash without any.
 */
function Edges({ label, edges }: { label: string; edges: readonly Edge[] }) {
  return (
    <td data-label={label}>
      {edges.length === 0 && (
        <span className="muted" title="No such shift">
          –
        </span>
      )}
      {edges.map(({ kind, time, difference, words }) => (
        <span key={words} className={`inline one-line ${classes[kind]}`} title={words} data-kind={kind}>
          {icons[kind]}
          <span aria-hidden="true">{time}</span>
          <span aria-hidden="true" className="small">
            {difference}
          </span>
          <span className="sr-only">{words}</span>
        </span>
      ))}
    </td>
  )
}
