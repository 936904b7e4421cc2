// One call, one refused call and one upload by the Go client of openapi-generator.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"client/gateway"
)

func connect(token string) *gateway.APIClient {
	configuration := gateway.NewConfiguration()
	configuration.Servers = gateway.ServerConfigurations{{URL: os.Getenv("GATEWAY_URL")}}
	configuration.DefaultHeader["Authorization"] = "Bearer " + token
	return gateway.NewAPIClient(configuration)
}

func main() {
	ctx := context.Background()
	list := gateway.NewHubspotListCall("list", "contacts")
	body := gateway.HubspotListCallAsCallHubspotRequest(list)
	client := connect(os.Getenv("TENANT_TOKEN"))
	called, _, err := client.CallsAPI.CallHubspot(ctx, "acme").CallHubspotRequest(body).Execute()
	must(err)
	_, _, err = connect("wrong").CallsAPI.CallHubspot(ctx, "acme").CallHubspotRequest(body).Execute()
	var refused *gateway.GenericOpenAPIError
	if !errors.As(err, &refused) {
		panic(fmt.Sprintf("the call was not refused: %v", err))
	}
	var failure gateway.Failure
	must(json.Unmarshal(refused.Body(), &failure))
	file, err := os.CreateTemp("", "names-*.csv")
	must(err)
	defer os.Remove(file.Name())
	_, err = file.WriteString("name")
	must(err)
	_, err = file.Seek(0, 0)
	must(err)
	uploaded, _, err := client.FilesAPI.PutFile(ctx, "acme").Body(file).XFileName("names.csv").Execute()
	must(err)
	printed, err := json.Marshal([]any{called.GetCache(), failure.GetCode(), uploaded.Data.GetBytes()})
	must(err)
	fmt.Println(string(printed))
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
