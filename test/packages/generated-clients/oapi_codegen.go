// One call, one refused call and one upload by the Go client of oapi-codegen.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"

	"client/gateway"
)

func connect(token string) *gateway.ClientWithResponses {
	authorize := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+token)
		return nil
	}
	client, err := gateway.NewClientWithResponses(os.Getenv("GATEWAY_URL"), gateway.WithRequestEditorFn(authorize))
	must(err)
	return client
}

func main() {
	ctx := context.Background()
	var body gateway.CallHubspotRequest
	must(body.FromHubspotListCall(gateway.HubspotListCall{ObjectType: "contacts"}))
	client := connect(os.Getenv("TENANT_TOKEN"))
	called, err := client.CallHubspotWithResponse(ctx, "acme", nil, body)
	must(err)
	refused, err := connect("wrong").CallHubspotWithResponse(ctx, "acme", nil, body)
	must(err)
	name := "names.csv"
	file := strings.NewReader("name")
	uploaded, err := client.PutFileWithBodyWithResponse(ctx, "acme", &gateway.PutFileParams{XFileName: &name}, "text/csv", file)
	must(err)
	printed, err := json.Marshal([]any{called.JSON200.Cache, refused.JSON401.Code, uploaded.JSON201.Data.Bytes})
	must(err)
	fmt.Println(string(printed))
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
