import { shiftWords } from '@millwatch/domain/scope'
import { useScope, useSetScope } from '../../scope/scope.ts'

/** Radio buttons for the shift of the scope, which set it at once. */
export function ShiftChoice() {
  const { shift } = useScope()
  const setScope = useSetScope()
  return (
    <section className="stack scope-part">
      <fieldset className="wrap scope-shifts">
        <legend className="second scope-label">Shift</legend>
        {shiftWords.map((words, i) => (
          <label key={words} className="inline one-line check">
            <input
              type="radio"
              name="scope-shift"
              checked={shift === i}
              onChange={() => setScope({ shift: i as typeof shift })}
            />
            {i > 0 && <span className={`swatch swatch-bar scope-shift shift-${i}`} />}
            {words}
          </label>
        ))}
      </fieldset>
    </section>
  )
}
