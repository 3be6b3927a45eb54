type TrustedTypePolicyRules = { createScriptURL: (url: string) => string }
type TrustedTypePolicyFactory = { createPolicy: (name: string, rules: TrustedTypePolicyRules) => unknown }

/** Trusted Types policy: webpack and federation may load scripts of this origin only. */
const policyRules: TrustedTypePolicyRules = {
  createScriptURL(url) {
    if (new URL(url, location.href).origin === location.origin) return url
    throw new TypeError('Scripts must come from this origin')
  },
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypePolicyFactory }
trustedTypes?.createPolicy('default', policyRules)
