import { Fragment } from 'react'
import { Menu as AriaMenu, Header, MenuItem, MenuSection, Separator } from 'react-aria-components/Menu'
import { Float } from './float.tsx'

interface MenuEntry {
  readonly key: string
  readonly words: string
  /** Smaller text at the right end, such as a key. */
  readonly extra?: string
  /** True for the chosen entry of a group of choices, false for its others; absent for a command. */
  readonly isChosen?: boolean
  readonly act: () => void
}

export interface MenuListProps {
  /** Name of the menu for screen readers. */
  label: string
  /** Entries in groups, with a line between the groups. */
  groups: readonly (readonly MenuEntry[])[]
  /** Text above the entries. */
  head?: React.ReactNode
  placement?: 'bottom start' | 'bottom end'
  /** Button that opened the menu. */
  button: React.RefObject<HTMLButtonElement | null>
  onClose: () => void
}

/** Open list of a menu, below its button; choosing an entry performs it and calls `onClose`. */
export function MenuList({ label, groups, head, placement, button, onClose }: MenuListProps) {
  return (
    <Float className="float floating scroll" button={button} placement={placement} onClose={onClose}>
      <AriaMenu aria-label={label} autoFocus="first" onClose={onClose}>
        {groups.map((entries, i) => (
          <Fragment key={entries[0]?.key}>
            {i > 0 && <Separator className="floating-line" />}
            <MenuSection aria-label={`${label} ${i + 1}`} {...selectionOf(entries)}>
              {i === 0 && head !== undefined && <Header className="menu-head">{head}</Header>}
              {entries.map(({ key, words, extra, act }) => (
                <MenuItem
                  key={key}
                  id={key}
                  textValue={words}
                  className="spread any-break wide hoverable floating-item"
                  onAction={act}
                >
                  {words}
                  {extra !== undefined && <span className="faint small">{extra}</span>}
                </MenuItem>
              ))}
            </MenuSection>
          </Fragment>
        ))}
      </AriaMenu>
    </Float>
  )
}

/** Returns the properties of a group of choices, with the key of its chosen entry; none for a group of commands. */
function selectionOf(entries: readonly MenuEntry[]) {
  if (entries.every(({ isChosen }) => isChosen === undefined)) return {}
  const selectedKeys = entries.flatMap(({ key, isChosen }) => (isChosen === true ? [key] : []))
  return { selectionMode: 'single', selectedKeys, disallowEmptySelection: true } as const
}
