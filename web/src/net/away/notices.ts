/** Notices over HTTP, and this browser as a device that takes pushes. */
import { call, json, part } from "$/net/http";
import type {
  NewPushDevice,
  NoticePage,
  NoticeSettings,
  PushDeviceCard,
} from "$/protocol/generated";

export const notices = {
  show: () => json<NoticePage>("GET", "/me/notices"),
  choose: (settings: NoticeSettings) => call("PUT", "/me/notices", settings),
  add: (device: NewPushDevice) => json<PushDeviceCard>("POST", "/me/devices", device),
  remove: (device: string) => call("DELETE", `/me/devices/${part(device)}`),
  tryOut: () => call("POST", "/me/devices/trial"),
  endMails: (token: string) => call("POST", `/mails/${part(token)}/end`),
};
