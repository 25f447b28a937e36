import { mailWidths, tablets, themes, widths } from './sizes.ts'

const style =
  'body{font:14px system-ui;margin:24px;background:#888}div{display:flex;flex-wrap:wrap;gap:12px;align-items:start}' +
  'figure{margin:0}img{height:300px;display:block}figcaption{font-size:11px}'

/** Widths (px) of all screenshots, from wide to narrow: the order of the sheet within each theme. */
const sizes = [...new Set([...[...widths, ...tablets].map(({ width }) => width), ...mailWidths])].toSorted(
  (a, b) => b - a,
)
/** Endings of the file names in the order of the sheet: by theme, and in each theme from wide to narrow. */
const endings = themes.flatMap((theme) => sizes.map((width) => `-${width}-${theme}.png`))

const figure = (file: string): string =>
  `<figure><a href="${file}"><img loading="lazy" src="${file}" alt="${file}"></a><figcaption>${file}</figcaption></figure>`

/**
 * Returns an HTML page with these screenshots, one row for each name in alphabetical order. Files with an unknown width or theme
 * are left out.
 */
export function contactSheet(files: readonly string[]): string {
  const there = new Set(files)
  const names = new Set(files.map((file) => file.replace(/-\d+-[a-z]+\.png$/, '')))
  const rows = [...names].toSorted().map((name) => {
    const figures = endings.map((ending) => name + ending).filter((file) => there.has(file))
    return `<h2>${name}</h2><div>${figures.map(figure).join('')}</div>`
  })
  return `<!doctype html><meta charset="utf-8"><title>Millwatch, all pages</title><style>${style}</style>${rows.join('')}`
}
