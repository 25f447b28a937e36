import { expect, it } from 'vitest'
import { tokens } from '../../ui/tokens.files.testing.ts'
import { productColours } from './use-shift-colours.ts'

it.each([1, 2, 3] as const)('shift %i is offered in the colour it has', (shift) => {
  expect(productColours[shift]).toBe(tokens().dark.get(`shift-${shift}`))
  expect(productColours[shift]).toBe(tokens().light.get(`shift-${shift}`))
})
