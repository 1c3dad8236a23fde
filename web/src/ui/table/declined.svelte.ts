/** The proposal of this page that was declined, until the person has read who did. */
import type { TableModel } from "$/match/model";
import type { DeclinedOffer } from "$/protocol/generated";

export class DeclinedNews {
  readonly #model: () => TableModel | null;
  /** What has been read, as text: the server sends it again with every table. */
  #read = $state("");
  readonly unread: DeclinedOffer | null = $derived.by(() => {
    const last = this.#model()?.table.declined ?? null;
    const isOurs = last !== null && (this.#model()?.seats.includes(last.by) ?? false);
    return isOurs && JSON.stringify(last) !== this.#read ? last : null;
  });

  /** To be made by a component, because it follows the model. */
  constructor(model: () => TableModel | null) {
    this.#model = model;
    $effect(() => {
      // The next one may be equal, and is news all the same.
      if (!model()?.table.declined) this.#read = "";
    });
  }

  dismiss(): void {
    this.#read = JSON.stringify(this.unread);
  }
}
