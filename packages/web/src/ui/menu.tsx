import './overlay.css'
import { Fragment } from 'react'
import { Menu as AriaMenu, MenuItem, MenuSection, MenuTrigger } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { Pressable } from 'react-aria-components/Pressable'
import { Separator } from 'react-aria-components/Separator'

export interface MenuEntry {
  readonly key: string
  readonly words: string
  /** Smaller text at the right end, such as a key. */
  readonly extra?: string
  readonly act: () => void
}

interface MenuProps {
  /** Name of the menu for screen readers. */
  label: string
  /** Entries in groups, with a line between the groups. */
  groups: readonly (readonly MenuEntry[])[]
  /** Text above the entries. */
  head?: React.ReactNode
  placement?: 'bottom start' | 'bottom end'
  /** Button that opens the menu. */
  children: React.ReactElement<React.ComponentProps<'button'>, 'button'>
}

/** Menu that a button opens. */
export function Menu({ label, groups, head, placement = 'bottom start', children }: MenuProps) {
  return (
    <MenuTrigger>
      <Pressable>{children}</Pressable>
      <Popover className="floating" placement={placement} offset={4}>
        {head}
        <AriaMenu aria-label={label} className="menu">
          {groups.map((entries, i) => (
            <Fragment key={entries[0]?.key}>
              {(i > 0 || head !== undefined) && <Separator className="floating-line" />}
              <MenuSection aria-label={`${label} ${i + 1}`}>
                {entries.map(({ key, words, extra, act }) => (
                  <MenuItem key={key} id={key} textValue={words} className="floating-item" onAction={act}>
                    {words}
                    {extra !== undefined && <span className="floating-extra">{extra}</span>}
                  </MenuItem>
                ))}
              </MenuSection>
            </Fragment>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}
