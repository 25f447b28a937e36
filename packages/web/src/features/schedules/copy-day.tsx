import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ALL_DAYS, dayName, shortDay, WORKDAYS } from './words.ts'

interface CopyDayProps {
  weekday: number
  onCopy: (days: readonly number[]) => void
}

/**
 * Buttons that select weekdays other than `weekday`, and a button that calls `onCopy` with the selected ones (0 is Sunday), to
 * which the ranges of `weekday` are copied.
 */
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
