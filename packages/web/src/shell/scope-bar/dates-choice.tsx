import { absolute, endOfPick, pickedPeriod, pickOf, startOfPick } from '@millwatch/domain/scope'
import { type WallTime, wallAt } from '@millwatch/domain/time'
import { useMemo, useState } from 'react'
import { now, useNow } from '../../lib/clock.ts'
import { usePeriod, useScope, useSetScope } from '../../scope/scope.ts'
import { Submit } from '../../ui/submit.tsx'
import { wallPicker } from './wall-picker.ts'

type Wall = Temporal.PlainDateTime
const FORMAT = 'YYYY-MM-DD HH:mm'

const dateOf = ({ year, month, day }: Wall): number => year * 10_000 + month * 100 + day
const timeOf = (wall: Wall): WallTime => ({ date: dateOf(wall), minute: wall.hour * 60 + wall.minute })
const wallOf = ({ date, minute }: WallTime): Wall =>
  Temporal.PlainDateTime.from({
    year: Math.floor(date / 10_000),
    month: Math.floor(date / 100) % 100,
    day: date % 100,
    hour: Math.floor(minute / 60),
    minute: minute % 60,
  })

/** Returns the picked time. When only the day changed, the time is set to the start or the end of that day. */
const picked = (wall: Wall | null, before: Wall | null, onDay: (date: number) => WallTime): Wall | null => {
  if (wall === null || before === null) return wall
  const isOnlyDay = dateOf(before) !== dateOf(wall) && before.toPlainTime().equals(wall.toPlainTime())
  return isOnlyDay ? wallOf(onDay(dateOf(wall))) : wall
}

/** Returns the options of a time picker; every minute can be selected, and a day alone gets this time. */
const timesFrom = (time: WallTime) => ({ format: 'HH:mm', minuteStep: 1 as const, defaultOpenValue: wallOf(time) })

interface DatesChoiceProps {
  zone: string
  onChosen: () => void
}

/** Selects a period between two local times, neither of them in the future. */
export function DatesChoice({ zone: pageZone, onChosen }: DatesChoiceProps) {
  const { type, period: relativePeriod } = useScope()
  const setScope = useSetScope()
  const { from, to, zone } = usePeriod(pageZone)
  const shown = pickOf({ from, to }, zone)
  const [start, setStart] = useState<Wall | null>(type === 'absolute' ? wallOf(shown.start) : null)
  const [end, setEnd] = useState<Wall | null>(type === 'absolute' ? wallOf(shown.end) : null)
  const today = wallAt(useNow(60_000), zone).date
  const Picker = useMemo(() => wallPicker(() => wallOf(wallAt(now(), zone))), [zone])
  const range =
    start === null
      ? undefined
      : pickedPeriod(timeOf(start), end === null ? undefined : timeOf(end), { now: now(), zone })
  const missing =
    start === null
      ? 'Choose a start'
      : range === undefined
        ? 'The start is not before the end, or not before now'
        : undefined
  const shared = {
    format: FORMAT,
    disabledDate: (wall: Wall) => dateOf(wall) > today,
    needConfirm: false,
    showNow: false,
  }
  return (
    <form
      className="scope-part"
      aria-label="Between two dates"
      onSubmit={(event) => {
        event.preventDefault()
        if (range === undefined) return
        setScope(absolute(range.from, range.to, relativePeriod))
        onChosen()
      }}
    >
      <div className="scope-dates">
        <label className="scope-label" htmlFor="scope-start">
          From
        </label>
        <Picker
          {...shared}
          showTime={timesFrom(startOfPick(today))}
          id="scope-start"
          placeholder="Start"
          value={start}
          onChange={(wall) => setStart(picked(wall, start, startOfPick))}
        />
        <label className="scope-label" htmlFor="scope-end">
          To
        </label>
        <Picker
          {...shared}
          showTime={timesFrom(endOfPick(today))}
          id="scope-end"
          placeholder="End of the start day"
          value={end}
          onChange={(wall) => setEnd(picked(wall, end, endOfPick))}
        />
      </div>
      <Submit missing={missing}>Show these dates</Submit>
    </form>
  )
}
