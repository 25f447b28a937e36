import { useScope, useSetScope } from '../../scope/scope.ts'
import { Switch } from '../../ui/switch.tsx'

const switches = [
  { name: 'ignoreStartupCycles', words: 'Ignore startup cycles', hint: 'in charts and averages; counts keep them' },
  {
    name: 'ignoreOutlierCycles',
    words: 'Ignore outlier cycles',
    hint: 'beyond 3 standard deviations; counts keep them',
  },
  { name: 'showDeviceCommDetail', words: 'Device communication detail', hint: 'last contact of its device' },
] as const

export function Switches() {
  const scope = useScope()
  const setScope = useSetScope()
  return (
    <section className="stack scope-part" aria-label="What is shown">
      {switches.map(({ name, words, hint }) => (
        <Switch key={name} label={words} checked={scope[name]} onChange={(on) => setScope({ [name]: on })}>
          <span className="stack flush scope-switch-words">
            {words}
            <span className="note">{hint}</span>
          </span>
        </Switch>
      ))}
    </section>
  )
}
