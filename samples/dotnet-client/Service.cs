using System.Net.Http.Json;
using System.Text.Json;

namespace DotnetClient;

/// <summary>Envelope of every answer.</summary>
public sealed record Answer(string StatusCode, Guid? CorrelationId, string[] Errors);

/// <summary>Client of the service for one user in the demo's environment.</summary>
public sealed class Service(Uri address, string user)
{
    private sealed record Issued(string AccessToken);

    public static readonly IReadOnlyDictionary<string, string> Context = new Dictionary<string, string>
    {
        ["TenantId"] = "Northgate",
        ["AppId"] = "OrderToCash",
        ["EnvironmentId"] = "Development",
    };

    // Keeps the names of members: HttpClient's own options would write `entityName`, which the service refuses.
    private static readonly JsonSerializerOptions Names = new() { PropertyNameCaseInsensitive = true };

    private readonly HttpClient http = new() { BaseAddress = address };

    public Uri HubAddress => new(address, "/hubs/crud-notifications");

    /// <summary>Access token of the user. The demo issues its own; in production an identity provider does.</summary>
    public async Task<string?> TokenAsync()
    {
        using var response = await http.PostAsJsonAsync("/dev/token", new { UserName = user }, Names);
        response.EnsureSuccessStatusCode();
        return (await response.Content.ReadFromJsonAsync<Issued>(Names))!.AccessToken;
    }

    /// <summary>
    /// Inserts a record exactly once. After a broken connection, a restart or a limit the call is repeated with the same
    /// key and gets the outcome of the first one.
    /// </summary>
    public async Task<Answer> InsertAsync(string entityName, Dictionary<string, object?> fields)
    {
        var key = Guid.NewGuid().ToString();
        while (true)
        {
            var delay = TimeSpan.FromSeconds(1);
            try
            {
                using var response = await SendInsertAsync(entityName, fields, key);
                var answer = await response.Content.ReadFromJsonAsync<Answer>(Names);
                if (answer!.StatusCode is not ("429" or "503")) return answer;
                delay = response.Headers.RetryAfter?.Delta ?? delay;
            }
            catch (HttpRequestException)
            {
                // There was no answer.
            }
            await Task.Delay(delay);
        }
    }

    /// <summary>Reads all records that meet a clause, by their ids.</summary>
    public async Task<Dictionary<Guid, Dictionary<string, JsonElement>>> SelectAsync(string entityName, Filter filter)
    {
        var rows = new Dictionary<Guid, Dictionary<string, JsonElement>>();
        string? cursor = null;
        do
        {
            var query = new
            {
                EntityName = entityName,
                filter.WhereClause,
                filter.SelectedFields,
                Pager = new { PageSize = 1000, Cursor = cursor },
            };
            using var request = await RequestAsync("/api/v1/queries/select", query);
            using var response = await http.SendAsync(request);
            response.EnsureSuccessStatusCode();
            var page = await response.Content.ReadFromJsonAsync<Page>(Names);
            foreach (var row in page!.Result) rows[row["Id"].GetGuid()] = row;
            cursor = page.NextCursor;
        } while (cursor is not null);
        return rows;
    }

    private sealed record Page(Dictionary<string, JsonElement>[] Result, string? NextCursor);

    private async Task<HttpResponseMessage> SendInsertAsync(
        string entityName, Dictionary<string, object?> fields, string key)
    {
        var assignments = fields.Select(field => new { FieldName = field.Key, field.Value });
        using var request = await RequestAsync(
            "/api/v1/records/insert", new { EntityName = entityName, Fields = assignments });
        request.Headers.Add("Idempotency-Key", key);
        return await http.SendAsync(request);
    }

    private async Task<HttpRequestMessage> RequestAsync(string path, object body)
    {
        var request = new HttpRequestMessage(HttpMethod.Post, path)
        {
            Content = JsonContent.Create(body, body.GetType(), options: Names),
        };
        request.Headers.Authorization = new("Bearer", await TokenAsync());
        foreach (var (name, value) in Context) request.Headers.Add(name, value);
        return request;
    }
}
