import { expect, it } from 'vitest'
import { tokens } from '../ui/tokens.testing.ts'
import { libraryColours, rolesOf } from './library-colours.ts'

it.each(['dark', 'light'] as const)('the component library has the colours of the %s theme', (theme) => {
  const page = theme === 'light' ? tokens().light.get('panel') : tokens().dark.get('page')
  for (const [role, value] of Object.entries(rolesOf(theme)))
    expect([role, value]).toEqual([role, role === 'page' ? page : tokens()[theme].get(role)])
  expect(libraryColours(theme)).toMatchObject({
    colorText: rolesOf(theme).text,
    colorBgContainer: rolesOf(theme).panel,
  })
})
