import { expect, test } from 'vitest'
import { page } from './template.ts'
import type { NoticeText } from './text.ts'

const text = (state: NoticeText['state']): NoticeText => ({
  title: `Press 1: ${state}`,
  lines: ['No contact since 8:50 AM.'],
  url: 'https://millwatch.example/e/71/alarms?alarm=1',
  urlText: 'Open the alarm',
  state,
})
const states = ['tripped', 'cleared', 'completed'] as const
const stop = { url: 'https://millwatch.example/unsubscribe', text: 'Stop mails about this alarm' }
const mails = [...states.map((state) => [text(state)]), states.map(text)].map((texts) =>
  page({ subject: 'Press 1', texts, more: texts.length > 1 ? 'and 3 more' : '', reason: 'You subscribed.', stop }),
)

/** Returns the declarations of each class in the dark theme. */
function darkRules(html: string): Map<string, string> {
  const block = html.split('@media (prefers-color-scheme:dark){')[1] ?? ''
  return new Map([...block.matchAll(/^\.(\w+)\{([^}]*)\}/gm)].map(([, name = '', rule = '']) => [name, rule]))
}

/**
 * Returns the elements that set a colour in place, with their classes, style and text; the dark head looks the same in both
 * themes.
 */
const coloured = (html: string) =>
  [...html.matchAll(/<(\w+)([^>]*)style="([^"]*)"/g)]
    .map(([, element, attributes = '', style = '']) => ({
      element,
      classes: /class="([^"]*)"/.exec(attributes)?.[1]?.split(' ') ?? [],
      style,
    }))
    .filter(({ style }) => /(?:^|;)(?:color|background|border(?:-top)?):/.test(style) && !style.includes('#0b0e12'))

const luminance = (hex: string): number => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
const contrast = (text: string, ground: string): number => {
  const [more = 0, less = 0] = [luminance(text), luminance(ground)].toSorted((a, b) => b - a)
  return (more + 0.05) / (less + 0.05)
}
const colourOf = (rule: string, property: string): string | undefined =>
  new RegExp(`(?:^|;)${property}:(#[0-9a-f]{6})`).exec(rule)?.[1]

test('every colour that a mail about notices sets in place has another one in the dark theme', () => {
  for (const html of mails) {
    const rules = darkRules(html)
    const elements = coloured(html)
    expect(elements.length).toBeGreaterThan(6)
    for (const { element, classes, style } of elements)
      for (const property of ['color', 'background', 'border(?:-top)?']) {
        if (!new RegExp(`(?:^|;)${property}:`).test(style)) continue
        const wanted = property.startsWith('border') ? 'border-color' : property
        expect({ element, style, dark: classes.map((name) => rules.get(name)).join(';') }).toMatchObject({
          dark: expect.stringMatching(new RegExp(`(?:^|;)${wanted}:`)),
        })
      }
  }
})

test('marks and buttons of mails have a contrast of 4.5 in both themes', () => {
  for (const html of mails)
    for (const { classes, style } of coloured(html)) {
      const [text, ground] = [colourOf(style, 'color'), colourOf(style, 'background')]
      if (text === undefined || ground === undefined) continue
      expect(contrast(text, ground)).toBeGreaterThan(4.5)
      const rule = classes.map((name) => darkRules(html).get(name) ?? '').join(';')
      expect(contrast(colourOf(rule, 'color') ?? '', colourOf(rule, 'background') ?? '')).toBeGreaterThan(4.5)
    }
})
