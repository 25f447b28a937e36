import { performKey } from './perform.ts'

interface RowKeys {
  /** Selector of the rows. */
  readonly rows: string
  /** Selector of what gets the focus in a row; absent: the row itself. */
  readonly focus?: string
  /** Returns the actions of further keys for the row that has the focus. */
  readonly actions: (row: HTMLElement) => Readonly<Record<string, () => void>>
}

const isField = (target: Element): boolean =>
  (target instanceof HTMLInputElement && target.type !== 'checkbox') ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement

/**
 * Moves the focus to the next row with the key down or `j`, to the previous row with up or `k`, and performs the actions of
 * further keys. Does nothing outside a row, in a field other than a checkbox, and with Ctrl, Alt or Meta.
 */
export function moveByKey(event: React.KeyboardEvent<HTMLElement>, { rows, focus, actions }: RowKeys): void {
  const target = event.target as HTMLElement
  const row = target.closest<HTMLElement>(rows)
  if (row === null || isField(target)) return
  const go = (by: 1 | -1) => (): void => {
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>(rows)]
    const next = all[all.indexOf(row) + by]
    const focused = focus === undefined ? next : next?.querySelector<HTMLElement>(focus)
    focused?.focus()
  }
  performKey(event, { ArrowDown: go(1), j: go(1), ArrowUp: go(-1), k: go(-1), ...actions(row) }[event.key])
}
