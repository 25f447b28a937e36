import { cloneElement, lazy, Suspense, useRef, useState } from 'react'
import type { MenuListProps } from './menu-list.tsx'
import { perform } from './perform.ts'

const load = () => import('./menu-list.tsx')
const MenuList = lazy(async () => ({ default: (await load()).MenuList }))

interface MenuProps extends Pick<MenuListProps, 'label' | 'groups' | 'head' | 'placement'> {
  /** Button that opens the menu. */
  children: React.ReactElement<React.ComponentProps<'button'>, 'button'>
}

/** Menu that a button opens. Its list is loaded when it is first needed. */
export function Menu({ children, ...list }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const open = (): void => setOpen(true)
  return (
    <>
      {cloneElement(children, {
        ref: button,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        onClick: open,
        onPointerEnter: () => void load(),
        onKeyDown: (event) => perform(event, event.key === 'ArrowDown' ? open : undefined),
      })}
      {isOpen && (
        <Suspense>
          <MenuList {...list} button={button} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
