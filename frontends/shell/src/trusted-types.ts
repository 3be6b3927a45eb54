type Rules = { createScriptURL: (address: string) => string }
type TrustedTypes = { createPolicy: (name: string, rules: Rules) => unknown }

/** Trusted Types policy: webpack and federation may load scripts of this origin only. */
const rules: Rules = {
  createScriptURL(address) {
    if (new URL(address, location.href).origin === location.origin) return address
    throw new TypeError('Scripts come from this origin only')
  },
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
trustedTypes?.createPolicy('default', rules)
