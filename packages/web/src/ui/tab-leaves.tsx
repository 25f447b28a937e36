/**
 * Wraps a multiple choice of the component library so that Tab moves the focus on. The library would use Tab to select
 * or deselect.
 */
export function TabLeaves({ children }: { children: React.ReactNode }) {
  return <div onKeyDownCapture={(event) => event.key === 'Tab' && event.stopPropagation()}>{children}</div>
}
