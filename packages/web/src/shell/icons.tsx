/** Line icons of the shell, 20 px, in the colour of their text. */
function Icon({ children, size = 20 }: { children: React.ReactNode; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  )
}

export const TreeIcon = () => (
  <Icon>
    <path d="M3.5 5h13M3.5 10h13M3.5 15h13" />
  </Icon>
)
export const MoreIcon = () => (
  <Icon>
    <path d="M4.5 10h.01M10 10h.01M15.5 10h.01" strokeWidth="2.4" />
  </Icon>
)
export const DashboardIcon = () => (
  <Icon size={18}>
    <rect x="3" y="3" width="6" height="7.5" rx="1" />
    <rect x="11" y="3" width="6" height="4.5" rx="1" />
    <rect x="3" y="12.5" width="6" height="4.5" rx="1" />
    <rect x="11" y="9.5" width="6" height="7.5" rx="1" />
  </Icon>
)
export const FullscreenIcon = () => (
  <Icon size={18}>
    <path d="M7 3H3v4M13 3h4v4M7 17H3v-4M13 17h4v-4" />
  </Icon>
)
export const UnfoldIcon = ({ open }: { open: boolean }) => (
  <Icon size={18}>
    <path d={open ? 'M8 5l5 5-5 5' : 'M12 5l-5 5 5 5'} />
  </Icon>
)
export const ClockIcon = () => (
  <Icon size={15}>
    <circle cx="10" cy="10" r="7" />
    <path d="M10 6v4l2.5 2" />
  </Icon>
)
export const PersonIcon = () => (
  <Icon size={18}>
    <circle cx="10" cy="7" r="3.2" />
    <path d="M3.8 16.5c1-3 3.5-4.3 6.2-4.3s5.2 1.3 6.2 4.3" />
  </Icon>
)
export const SettingsIcon = () => (
  <Icon>
    <path d="M3.5 6h8M15.5 6h1M3.5 14h1M8.5 14h8" />
    <circle cx="13.5" cy="6" r="2" />
    <circle cx="6.5" cy="14" r="2" />
  </Icon>
)
export const FoldIcon = ({ open }: { open: boolean }) => (
  <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
    <path d={open ? 'M1 2.5h8L5 8z' : 'M2.5 1v8L8 5z'} fill="currentColor" />
  </svg>
)
export const CloseIcon = () => (
  <Icon size={18}>
    <path d="M5 5l10 10M15 5 5 15" />
  </Icon>
)
/** For the submenus: what is set up, when it works, what speaks for it. */
export const ConfigurationIcon = () => (
  <Icon size={18}>
    <path d="M4 4v12M10 4v12M16 4v12" />
    <circle cx="4" cy="12" r="1.8" fill="var(--panel)" />
    <circle cx="10" cy="7" r="1.8" fill="var(--panel)" />
    <circle cx="16" cy="13" r="1.8" fill="var(--panel)" />
  </Icon>
)
export const ScheduleIcon = () => (
  <Icon size={18}>
    <rect x="3" y="4.5" width="14" height="12.5" rx="1.5" />
    <path d="M3 8.5h14M7 2.5v4M13 2.5v4" />
  </Icon>
)
export const DevicesIcon = () => (
  <Icon size={18}>
    <rect x="3.5" y="6" width="13" height="8" rx="1.5" />
    <path d="M7 9v2M10 9v2M13 9v2" />
  </Icon>
)
