import { describe, expect, it } from 'vitest'
import { isPaperLight, onPaper, tokens } from './tokens.files.testing.ts'

/** Tokens of black text and grey lines on white paper. */
const INK = ['page', 'line', 'text', 'text-2', 'text-3', 'link']

describe('paper', () => {
  const { dark, light } = tokens()
  const { roles, overrides } = onPaper()

  it('has the light theme where it is not plain ink on white', () => {
    expect(isPaperLight()).toBe(true)
    for (const name of overrides.keys()) expect(INK.includes(name) || name.endsWith('-tint'), name).toBe(true)
  })

  it('is white, whatever lies on it', () => {
    const white = [...roles].filter(([name]) => name.endsWith('-tint') || ['page', 'panel', 'raised'].includes(name))
    expect(white.length).toBe(7)
    expect(new Set(white.map(([, value]) => value))).toEqual(new Set(['#fff']))
  })

  it('has every colour that the light theme changes, except those that canvases have drawn on the screen', () => {
    const drawn = ['cycle-time', 'temperature', 'analog']
    for (const name of drawn) expect([name, roles.get(name)]).toEqual([name, dark.get(name)])
    const changed = [...light].filter(([name, value]) => dark.get(name) !== value).map(([name]) => name)
    for (const name of changed.filter((each) => ![...drawn, ...overrides.keys()].includes(each)))
      expect([name, roles.get(name)]).toEqual([name, light.get(name)])
  })
})

/** Returns the hue of a colour such as `#37c978`, in degrees. */
function hueOf(colour: string | undefined): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(colour?.slice(at, at + 2) ?? '', 16))
  const [least, most] = [Math.min(red, green, blue), Math.max(red, green, blue)]
  const sector =
    most === red
      ? (green - blue) / (most - least)
      : most === green
        ? 2 + (blue - red) / (most - least)
        : 4 + (red - green) / (most - least)
  return (sector * 60 + 360) % 360
}

describe('colours', () => {
  it.each([
    ['running', 'green', 120, 165],
    ['down', 'red', -15, 15],
    ['offline', 'yellow', 36, 60],
    ['powered-off', 'blue', 200, 240],
    ['shift-1', 'orange', 20, 40],
    ['shift-2', 'green', 80, 165],
    ['shift-3', 'blue', 200, 240],
    ['cycle-time', 'orange', 20, 40],
    ['temperature', 'purple', 255, 290],
    ['analog', 'yellow', 36, 60],
  ])('%s is %s in both themes', (name, _, from, to) => {
    for (const theme of Object.values(tokens())) {
      const hue = hueOf(theme.get(name))
      const turned = hue > 345 ? hue - 360 : hue
      expect([name, turned >= from && turned <= to, turned]).toEqual([name, true, turned])
    }
  })

  it('the second shift is not the green of running: a strip of it stands right above', () => {
    for (const theme of Object.values(tokens()))
      for (const running of ['running', 'running-area'])
        expect(Math.abs(hueOf(theme.get('shift-2')) - hueOf(theme.get(running)))).toBeGreaterThan(45)
  })
})
