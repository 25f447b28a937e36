import { shiftWords } from '@millwatch/domain/scope'
import { useScope, useSetScope } from '../../scope/scope.ts'

/** Selects the shift whose time counts. */
export function ShiftChoice() {
  const { shift } = useScope()
  const setScope = useSetScope()
  return (
    <section className="scope-part">
      <fieldset className="scope-shifts">
        <legend className="scope-label">Shift</legend>
        {shiftWords.map((words, i) => (
          <label key={words} className="scope-radio">
            <input
              type="radio"
              name="scope-shift"
              checked={shift === i}
              onChange={() => setScope({ shift: i as typeof shift })}
            />
            {i > 0 && <span className={`scope-shift scope-shift-${i}`} />}
            {words}
          </label>
        ))}
      </fieldset>
    </section>
  )
}
