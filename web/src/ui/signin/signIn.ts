/** Recovery and mail addresses over HTTP. */
import { call, json, part } from "$/net/http";
import type { PasskeyCard, Person, RecoveryCodes } from "$/protocol/generated";

export const signIn = {
  passkeys: () => json<readonly PasskeyCard[]>("GET", "/me/passkeys"),
  rename: (id: string, name: string) => call("PUT", `/me/passkeys/${part(id)}`, { name }),
  remove: (id: string) => call("DELETE", `/me/passkeys/${part(id)}`),
  codes: (password: string) => json<RecoveryCodes>("POST", "/me/recovery-codes", { password }),
  changeAddress: (address: string, password: string) =>
    call("PUT", "/me/mail-address", { address, password }),
  confirm: (key: string) => call("POST", "/mail-address", { key }),
  askForLink: (account: string) => call("POST", "/recovery", { account }),
  withCode: (name: string, code: string, password: string) =>
    json<Person>("POST", "/session/recovery-code", { name, code, password }),
  withLink: (key: string, password: string) =>
    json<Person>("POST", "/session/recovery-link", { key, password }),
};
