import { useScope, useSetScope } from '../../scope/scope.ts'
import { Menu } from '../../ui/menu.tsx'

const words = ['All shifts', 'First shift', 'Second shift', 'Third shift'] as const

/** Button with the shift of the scope, and a menu that sets it at once. */
export function ShiftMenu() {
  const { shift } = useScope()
  const setScope = useSetScope()
  const choices = words.map((name, i) => ({
    key: String(i),
    words: name,
    isChosen: i === shift,
    act: () => setScope({ shift: i as typeof shift }),
  }))
  return (
    <Menu label="Shift" placement="bottom end" groups={[choices]}>
      <button type="button" className="cut box inline near value scope-button" aria-label={`Shift: ${words[shift]}`}>
        {shift !== 0 && <span className={`swatch swatch-bar scope-shift shift-${shift}`} />}
        {words[shift]}
      </button>
    </Menu>
  )
}
