/**
 * Around a list of several choices of the component library, which takes Tab for choosing, or for taking a choice back: here
 * it leads on, as everywhere.
 */
export function TabLeaves({ children }: { children: React.ReactNode }) {
  return <div onKeyDownCapture={(event) => event.key === 'Tab' && event.stopPropagation()}>{children}</div>
}
