import { useEffect, useState } from 'react'

/** The list of common passwords; undefined while it loads, 'unavailable' if it cannot be loaded. */
export type CommonPasswords = ReadonlySet<string> | 'unavailable' | undefined

/**
 * Loads the server's list of common passwords as soon as a password is typed. It is a chunk of its own (about 200 KiB), so that
 * no other page waits for it, and no password leaves the page before the form is sent. Without the list the server decides.
 */
export function useCommonPasswords(isNeeded: boolean): CommonPasswords {
  const [passwords, setPasswords] = useState<CommonPasswords>()
  useEffect(() => {
    if (!isNeeded) return
    let isDropped = false
    import(/* webpackChunkName: "common-passwords" */ '@zxcvbn-ts/language-common').then(
      ({ dictionary }) => !isDropped && setPasswords(new Set(dictionary['passwords-common'])),
      () => !isDropped && setPasswords('unavailable'),
    )
    return () => {
      isDropped = true
    }
  }, [isNeeded])
  return passwords
}
