import { cloneElement, lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { MenuListProps } from './menu-list.tsx'
import { perform } from './perform.ts'

const load = () => import('./menu-list.tsx')
const MenuList = lazy(async () => ({ default: (await load()).MenuList }))

interface MenuProps extends Pick<MenuListProps, 'label' | 'groups' | 'head' | 'placement'> {
  /** Called when the menu is about to be opened, and before that when the pointer is over its button. */
  onNear?: () => void
  /** Button that opens the menu. */
  children: React.ReactElement<React.ComponentProps<'button'>, 'button'>
}

/**
 * Menu that the button `children` opens by a click or the arrow down key. The code of its list is loaded when it is first
 * needed.
 */
export function Menu({ children, onNear, ...list }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const open = (): void => {
    onNear?.()
    setOpen(true)
  }
  const groups = useActsAfterClose(list.groups, isOpen)
  return (
    <>
      {cloneElement(children, {
        ref: button,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        onClick: open,
        onPointerEnter: () => {
          onNear?.()
          void load()
        },
        onKeyDown: (event) => perform(event, event.key === 'ArrowDown' ? open : undefined),
      })}
      {isOpen && (
        <Suspense>
          <MenuList {...list} groups={groups} button={button} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/**
 * Returns the entries of a menu so that the chosen one acts when the menu is gone and its button has the focus again. A
 * dialog that the entry opens then returns the focus to the button, and not to the entry, which no longer exists.
 */
function useActsAfterClose(groups: MenuListProps['groups'], isOpen: boolean): MenuListProps['groups'] {
  const chosen = useRef<(() => void) | null>(null)
  useEffect(() => {
    const act = chosen.current
    if (isOpen || act === null) return
    chosen.current = null
    // The focus returns in the frame after the menu is gone.
    requestAnimationFrame(() => requestAnimationFrame(act))
  }, [isOpen])
  const later = (act: () => void) => () => {
    chosen.current = act
  }
  return groups.map((entries) => entries.map((entry) => ({ ...entry, act: later(entry.act) })))
}
