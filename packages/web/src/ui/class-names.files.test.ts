import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const src = join(import.meta.dirname, '..')

/** Returns the classes that a style sheet styles by their name alone, such as `.many-bar { ... }`. */
const classesOf = (css: string): string[] =>
  [...css.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(/(?:^|[}{;,])\s*\.([a-z][\w-]*)\s*(?=[,{])/gi)].flatMap(
    ([, name]) => name ?? [],
  )

/** Returns the classes that two of these style sheets style by their name alone. */
function namedTwice(sheets: ReadonlyMap<string, string>): string[] {
  const owners = new Map<string, Set<string>>()
  for (const [path, css] of sheets)
    for (const name of classesOf(css)) owners.set(name, (owners.get(name) ?? new Set()).add(path))
  return [...owners].filter(([, paths]) => paths.size > 1).map(([name, paths]) => `${name}: ${[...paths].join(', ')}`)
}

test('no two features or pages have a class of one name, since style sheets count for all pages', () => {
  const paths = globSync('{features,pages,charts,scope}/**/*.css', { cwd: src })
  expect(paths.length).toBeGreaterThan(30)
  expect(namedTwice(new Map(paths.map((path) => [path, readFileSync(join(src, path), 'utf8')])))).toEqual([])
})

test('a class of two style sheets is found', () => {
  const sheets = new Map([
    ['a.css', '.bar { width: 1px }\n@media print { .bar { width: 2px } }'],
    ['b.css', '/* .foo {} */ .panel .foo,\n.bar { color: red }'],
  ])
  expect(namedTwice(sheets)).toEqual(['bar: a.css, b.css'])
})
