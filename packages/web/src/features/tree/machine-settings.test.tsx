import { type MachineSetting, machineSettingNames, machineSettings } from '@millwatch/domain/tree'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { draftOf } from './machine-draft.ts'
import { MachineSettings } from './machine-settings.tsx'
import type { MachineFacts } from './types.ts'

const settings: readonly MachineSetting[] = machineSettingNames.map((name) => machineSettings[name])
const press = {
  name: 'Press',
  parent_org_unit_id: 2,
  category_id: null,
  manufacturer_id: null,
  model_id: null,
  ...Object.fromEntries(settings.map(({ wire, default: value }) => [wire, value])),
} as unknown as MachineFacts

const fieldsFor = (seesMoney: boolean): string =>
  renderToStaticMarkup(
    <MachineSettings
      draft={draftOf(press)}
      faults={{}}
      disabled={false}
      seesMoney={seesMoney}
      onChange={() => undefined}
    />,
  )

test('the form has a field for each row of the settings, with its label and hint', () => {
  const form = fieldsFor(true)
  for (const { label, hint = '' } of settings) expect(form).toMatch(new RegExp(`>${label}<.*${hint}`, 's'))
  expect(form.match(/<(input|select)/g)).toHaveLength(settings.length)
})

test('the fields about money are for those who see money', () => {
  const form = fieldsFor(false)
  for (const { label, group } of settings) expect(form.includes(`>${label}<`)).toBe(group !== 'money')
})
