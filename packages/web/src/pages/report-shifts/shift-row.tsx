import type { ShownShift } from '@millwatch/domain/shifts'
import type { Range } from '@millwatch/domain/time'
import { dateAndMinute, minuteNear } from '../../lib/dates.ts'
import { compactDuration } from '../../lib/format.ts'
import { usePaths } from '../../scope/links.ts'
import { PlaceLink } from '../../scope/place-link.tsx'
import { LockIcon } from '../../ui/icons.tsx'
import { shiftNames } from '../../ui/shifts.ts'
import type { ChartEdit } from './chart-edit.ts'
import type { ShiftMachine } from './machines.ts'

interface ShiftRowProps {
  machine: ShiftMachine
  shifts: readonly ShownShift[]
  /** Returns a shift with the changes that are not submitted yet. */
  shown: (shift: ShownShift) => ShownShift
  window: Range
  zone: string
  edit: ChartEdit | undefined
  /** Id of the shift of this row that the Tab key reaches; undefined if none of this row is. */
  current: number | undefined
  onFocus: (id: number) => void
  /** Position of the present instant in the window, 0 to 1; outside of this range it is not drawn. */
  nowShare: number
}

/**
 * Returns a shift as text with its number, times and length: `1st shift, 11/21 6:00 AM to 2:00 PM, 8 h 00 m`; number 0 is `No
 * shift`. Times are in `zone`.
 */
export const wordsOfShift = ({ shift, startedAt, endedAt }: Omit<ShownShift, 'id' | 'equipmentId'>, zone: string) =>
  `${shiftNames[shift] || 'No shift'}, ${dateAndMinute(startedAt, zone)} to ${minuteNear(endedAt, startedAt, zone)}, ${compactDuration(endedAt - startedAt)}`

/** Row of one machine: its name, a lock while a job changes its shifts, and its shifts as bars. */
export function ShiftRow({ machine, shifts, shown, window, zone, edit, current, onFocus, nowShare }: ShiftRowProps) {
  const paths = usePaths()
  const share = (at: number): number =>
    (Math.min(window.to, Math.max(window.from, at)) - window.from) / (window.to - window.from)
  const styleOf = (from: number, to: number) => ({
    left: `${share(from) * 100}%`,
    width: `calc(${Math.max(0, share(to) - share(from)) * 100}% - 1px)`,
  })
  const { inserting } = edit ?? {}
  return (
    <>
      <span className="line tight">
        <PlaceLink to={paths.machine(machine.id)} className="cut value" title={machine.name}>
          <bdi>{machine.name}</bdi>
        </PlaceLink>
        {machine.lock !== undefined && <Lock lock={machine.lock} zone={zone} />}
      </span>
      <div className="anchor shift-track">
        {shifts.length === 0 && <span className="note">no shifts</span>}
        {shifts.map((shift) => {
          const after = shown(shift)
          const isStaged =
            after.shift !== shift.shift || after.startedAt !== shift.startedAt || after.endedAt !== shift.endedAt
          const words = `${machine.name}: ${wordsOfShift(after, zone)}`
          const isRemoving = edit?.removing.has(shift.id) ?? false
          const name = `${words}${isRemoving ? ', being deleted' : isStaged ? ', changed, not submitted yet' : ''}`
          const common = {
            className: `placed-mark shift-range shift-${after.shift}`,
            style: styleOf(after.startedAt, after.endedAt),
            title: words,
            'data-shift': shift.id,
            'data-state': isRemoving ? 'removing' : isStaged ? 'staged' : undefined,
          }
          const number = <span aria-hidden="true">{after.shift === 0 ? '' : after.shift}</span>
          if (edit === undefined)
            return (
              <span key={shift.id} role="img" aria-label={name} {...common}>
                {number}
              </span>
            )
          return (
            <button
              key={shift.id}
              type="button"
              {...common}
              aria-pressed={edit.selected.has(shift.id)}
              aria-disabled={edit.isBusy || machine.lock !== undefined}
              tabIndex={shift.id === current ? 0 : -1}
              onFocus={() => onFocus(shift.id)}
              onClick={() => !edit.isBusy && machine.lock === undefined && edit.onToggle(shift.id)}
            >
              <span className="sr-only">{name}</span>
              {number}
            </button>
          )
        })}
        {inserting?.equipmentIds.has(machine.id) === true && (
          <span className="placed-mark shift-range" data-state="staged" style={styleOf(inserting.from, inserting.to)} />
        )}
        {nowShare > 0 && nowShare < 1 && <span className="shift-now" style={{ left: `${nowShare * 100}%` }} />}
      </div>
    </>
  )
}

function Lock({ lock: { jobId, since }, zone }: { lock: NonNullable<ShiftMachine['lock']>; zone: string }) {
  const words = `Its shift history is being changed by job ${jobId} since ${dateAndMinute(since, zone)}`
  return (
    <span className="inline caution" role="img" aria-label={words} title={words}>
      <LockIcon />
    </span>
  )
}
