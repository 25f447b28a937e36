import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ALL_DAYS, dayName, shortDay, WORKDAYS } from './words.ts'

interface CopyDayProps {
  weekday: number
  onCopy: (days: readonly number[]) => void
}

/** Buttons that select weekdays, and one that calls `onCopy` with them, to copy the ranges of `weekday` there. */
export function CopyDay({ weekday, onCopy }: CopyDayProps) {
  const [chosen, setChosen] = useState<readonly number[]>([])
  const others = ALL_DAYS.filter((day) => day !== weekday)
  const name = dayName(weekday)
  return (
    <div className="row" role="group" aria-label={`Copy ${name} to`}>
      {others.map((day) => (
        <button
          key={day}
          type="button"
          className="muted box inline one-line chip"
          aria-pressed={chosen.includes(day)}
          title={dayName(day)}
          onClick={() =>
            setChosen(chosen.includes(day) ? chosen.filter((selected) => selected !== day) : [...chosen, day])
          }
        >
          {shortDay(day)}
        </button>
      ))}
      <button
        type="button"
        className="link-button"
        onClick={() => setChosen(WORKDAYS.filter((day) => day !== weekday))}
      >
        Mon–Fri
      </button>
      <button type="button" className="link-button" onClick={() => setChosen(others)}>
        All
      </button>
      <Button
        disabled={chosen.length === 0}
        title={chosen.length === 0 ? 'Choose at least one day first' : undefined}
        onClick={() => onCopy(chosen)}
      >
        Copy {name}
      </Button>
    </div>
  )
}
