import { absolute, endOfPick, pickedPeriod, pickOf, startOfPick } from '@millwatch/domain/scope'
import { type WallTime, wallAt } from '@millwatch/domain/time'
import { useState } from 'react'
import { now, useNow } from '../../lib/clock.ts'
import { usePeriod, useScope, useSetScope } from '../../scope/scope.ts'
import { Form } from '../../ui/form/form.tsx'
import { Submit } from '../../ui/submit.tsx'
import { WallTimeField } from '../../ui/wall-time-field.tsx'

type Wall = Temporal.PlainDateTime

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

/**
 * Returns the picked time, null for none. If the pick changed the day but not the time of day, the time becomes that which
 * `onDay` gives for the new day.
 */
const picked = (wall: Wall | null, before: Wall | null, onDay: (date: number) => WallTime): Wall | null => {
  if (wall === null || before === null) return wall
  const isOnlyDay = dateOf(before) !== dateOf(wall) && before.toPlainTime().equals(wall.toPlainTime())
  return isOnlyDay ? wallOf(onDay(dateOf(wall))) : wall
}

interface DatesChoiceProps {
  zone: string
  onChosen: () => void
}

/**
 * Form for a period between two local times; a submit sets the scope and calls `onChosen`. No day may be after today, the start
 * must be before now, and a later end becomes now.
 */
export function DatesChoice({ zone: pageZone, onChosen }: DatesChoiceProps) {
  const { type, period: relativePeriod } = useScope()
  const setScope = useSetScope()
  const { from, to, zone } = usePeriod(pageZone)
  const shown = pickOf({ from, to }, zone)
  const [start, setStart] = useState<Wall | null>(type === 'absolute' ? wallOf(shown.start) : null)
  const [end, setEnd] = useState<Wall | null>(type === 'absolute' ? wallOf(shown.end) : null)
  const [startFault, setStartFault] = useState<string>()
  const [endFault, setEndFault] = useState<string>()
  const today = wallAt(useNow(60_000), zone).date
  const range =
    start === null
      ? undefined
      : pickedPeriod(timeOf(start), end === null ? undefined : timeOf(end), { now: now(), zone })
  const missing = startFault
    ? `From: ${startFault}`
    : endFault
      ? `To: ${endFault}`
      : start === null
        ? 'Choose a start'
        : range === undefined
          ? 'The start is not before the end, or not before now'
          : undefined
  const lastDay = wallOf({ date: today, minute: 0 }).toPlainDate()
  return (
    <Form
      className="stack scope-part"
      aria-label="Between two dates"
      missing={missing}
      onSubmit={() => {
        if (range === undefined) return
        setScope(absolute(range.from, range.to, relativePeriod))
        onChosen()
      }}
    >
      <div className="stack near scope-dates">
        <label className="second scope-label" htmlFor="scope-start">
          From
        </label>
        <WallTimeField
          id="scope-start"
          label="Start"
          placeholder="Start"
          defaultTime={wallOf(startOfPick(today)).toPlainTime()}
          value={start}
          lastDay={lastDay}
          onValue={(wall) => setStart(picked(wall, start, startOfPick))}
          onFault={setStartFault}
        />
        <label className="second scope-label" htmlFor="scope-end">
          To
        </label>
        <WallTimeField
          id="scope-end"
          label="End"
          placeholder="End of the start day"
          defaultTime={wallOf(endOfPick(today)).toPlainTime()}
          value={end}
          lastDay={lastDay}
          onValue={(wall) => setEnd(picked(wall, end, endOfPick))}
          onFault={setEndFault}
        />
      </div>
      <Submit>Show these dates</Submit>
    </Form>
  )
}
