import { Toasts } from '../ui/toasts.tsx'
import { Confirmation } from '../ui/use-confirm.tsx'

/** Page content with the place where its messages (toasts) and the confirmation dialog appear. */
export const Overlays = ({ children }: { children: React.ReactNode }) => (
  <>
    {children}
    <Confirmation />
    <Toasts />
  </>
)
