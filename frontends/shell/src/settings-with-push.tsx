import { PushDoctor } from './features/push/doctor/push-doctor.tsx'
import { PushSwitch } from './features/push/switch/push-switch.tsx'
import { type SettingsAdditions, SettingsPage } from './features/settings/settings-page.tsx'

const ADDITIONS: SettingsAdditions = { notifications: { top: <PushSwitch />, below: <PushDoctor /> } }

/** Settings with push on this device and the push doctor. */
export const SettingsWithPush = () => <SettingsPage additions={ADDITIONS} />
