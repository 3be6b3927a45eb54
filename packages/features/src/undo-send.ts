import { browserStorage } from '@meadow/web'

const STORAGE_KEY = 'undoSend'

/** The time for which a message of a chat can be taken back before it leaves the device, if this browser has switched that on. */
export const UNDO_SEND_MS = 5_000

/** Returns whether this browser holds messages of chats for some seconds. */
export const isUndoSendOn = (): boolean => browserStorage.read(STORAGE_KEY) === 'on'

/** Switches on or off that this browser holds messages, in all its tabs. */
export function setUndoSend(isOn: boolean): void {
  if (isOn) browserStorage.write(STORAGE_KEY, 'on')
  else browserStorage.remove(STORAGE_KEY)
}
